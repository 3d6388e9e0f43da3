/* Sections 14 and 15.1 of the specification for Mithril-256: item, bytes, SHA-256. */

static const struct vector record_0_vectors[] = {
    {"DRNG seed", 64, "1e6bf6cb32a869ab7695e65b8358c96319a80b5660b89455407900942d7e771f"},
    {"seedA", 64, "c67129edee16eae8551a1288c38174a9b77b521ec0551e72d998ce7e26f0441e"},
    {"seedS", 64, "78d849b19974c597189c7439ea3352b1deedbf35fd8fdadf1d138fe735d77cf2"},
    {"In_A(0)", 77, "6f6ad8ff29a8e2fb6eae6e16efdfb8bae6f3c8e16e3b573199eca6b134f6d41f"},
    {"R_0", 208, "dcb73aa9c2ff311cace94b47cfa88e2c84ddc581ed3fc01e3e194ee328ff869b"},
    {"R_8", 208, "ba0da9c2462cffe4f026e710c692959d767fec57318c7f1c561272f3e130b7b2"},
    {"R_0 to R_8 concatenated", 1872, "270ec89f2319c253687a4f627df8741ec50930e8dad05b6d8253467d646968d0"},
    {"A, ser_q", 2304, "0b29718c8ea30660dc149c29d1c263338980c1f98f32ddb77ed9f37ec8e2b728"},
    {"In_S(seedS)", 77, "10276b7aa6eeddf3385f77cb0971c8943b5dde9f864554df4a1773adc30af8b8"},
    {"S (secret stream)", 288, "3c47bd20616683fb15e79fde7153c5c9df2caa0810f4979c4550e4857393b4c7"},
    {"s, ser_q", 2304, "020e789e0621dc9a7689c5035a3c76c7e96a9fa1a67bb569fbb98d259223734e"},
    {"u = A s, ser_q", 2304, "c32f6becfdf684f3ebdb0b6cd0c59f1084d9bd7d6cd60092143af7f5044ba4b4"},
    {"b, ser_p", 2304, "5d519cee440a83a93914d5cd0db14e4964bf46ade5284a157f15f512b64ba2b0"},
    {"b packed (pk from byte 64)", 1584, "da2d340b2bc9a40ea0f3a9aeba557b7374f4eba0637aded83fe9c36e595cb69d"},
    {"pk", 1648, "42d29a5c5949db23fc47d795bea64ec9c00bc6588d1281172a248a5c850c4fb7"},
    {"In_F", 1685, "a17bb39bd3c31b78a0d7a7c9cca85dc4239ecdaf9b848d954e0f2ca18b945d06"},
    {"hpk", 32, "50c57589f54afb2e02937246cf42e05038b460b44648de941d5f2d1b5094c7a7"},
    {"z", 32, "e1561aa8a2bc4f9815ece626b7b5655f7eb4477fd2003b7542fd5621386f2e93"},
    {"sk", 2000, "d97c37937c5745a332483890ece0bed94fd726c4779bb90431e7e9fbfe178be9"},
    {"m", 32, "555d0a00d61811438f5d24da984a5e898a58ceee8c0ae2049e9a77e3a9185a81"},
    {"In_G", 109, "9595591c9e63185bbeb318c256c2fbd3ec000e4c8c790a91f0cd17b57c16b63a"},
    {"K", 32, "ef059da1bce00fa0131f1c68561bb326edfd44aa14d101895b6dcac52a9771dd"},
    {"seedS'", 64, "4773bdcae6d7475b65362051da4429e9bc833cd0477e162892dfdb0c2680dd13"},
    {"In_S(seedS')", 77, "3c7879bd64256b9f970447c4ba27ec686f239476737a8030a8f1dad942b15ab5"},
    {"S' (secret stream)", 288, "dcfe8eb43ada2cc7eb875931721c729423b95ed99a39bfbff39073e14a09d22f"},
    {"s', ser_q", 2304, "e7d6fd42d518eca1cc5e6075a52af00464bb22b8ef3095d25141cfdddebadfcd"},
    {"u' = A s', ser_q", 2304, "bd5c5fd50f0452d36b0743f2e3c894d179dcbe2afc98c904f0a965483c9f89d4"},
    {"b', ser_p", 2304, "6c95044a4759cd40f74579f43dca05aec0cdff949dc9f630d083ae15313eb814"},
    {"b' packed", 1584, "ad25d84a33455ce81b06ce7d40f05c7bcd58f02de6f10fcc12fce4d9bf9853bf"},
    {"v = top rows of b s', ser_p", 512, "200351bef52801759ea2e37f9ed41cfaf1abcb9d1a665370f93bf1cda8214361"},
    {"cm, ser_t", 512, "3260009ba1eb7236e86203ff22ce007c897fa6e01f9d324d87d4038f6620ebf9"},
    {"cm packed (start of ct)", 96, "41cc1410e6113534ef02c645328fa6fe4fb1811169fdfebd1818c56cf701bd36"},
    {"ct", 1680, "81d755920313c469de180c778336e53ba3ba4a40417ad8e292280116f83b798b"},
    {"ss", 32, "ef059da1bce00fa0131f1c68561bb326edfd44aa14d101895b6dcac52a9771dd"},
    {"v' = top rows of b' s, ser_p", 512, "2294bff4f87ccaa3e5ffaf3c18ea28c0c12f73805b6a25dda28f6efe85306e2e"},
    {"w, ser_p", 512, "af226edae2ba333a4ca957cf010c3c3321b9a8c312a2c11bcaf45564c7ee60b9"},
    {"m'", 32, "555d0a00d61811438f5d24da984a5e898a58ceee8c0ae2049e9a77e3a9185a81"},
    {"In_H", 1757, "24d132f3f842ad67882daa9177fd71529a9c4a8196f2c1c04789c44d541e9047"},
    {"Kbar", 32, "48c9daac801174d5fd8f6f482f64d396398d0791a0e35c6fa32ebd849dd7b5f1"},
    {"ss of decapsulation", 32, "ef059da1bce00fa0131f1c68561bb326edfd44aa14d101895b6dcac52a9771dd"},
    {"X1: m'", 32, "555d0a00d61811438f5d24da984a5e898a58ceee8c0ae2049e9a77e3a9185a81"},
    {"X1: ss", 32, "af326b00a6e24c068fffc6bd355e06a6fe8c6768e2c6356a981868b025ca908d"},
    {"X2: m'", 32, "730acab18e160a76c84b4f4a3e31663981cccfef0e2e68b44ade3777bde75538"},
    {"X2: ss", 32, "fda72fa80decc76ff7d29192b40a8344fc8ae4f534ab6a734ac51a7dfa60ba31"},
    {"X3: m'", 32, "7e9670e717786f66f6a26185a7903d824c203df9978fcc89bc0904d029f2c984"},
    {"X3: ss", 32, "9dcfc1f918ab2f3abcf4ea017c007c1f4c1847a9b06597b1dade21295ef024d4"},
    {"X4: m'", 32, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"},
    {"X4: ss", 32, "ff0eba4fe2e00fd7a8f0773cb224f7118149649b9f83eb24d8de710c5985e1a7"}};

static const struct vector fixed_seed_vectors[] = {
    {"DRNG seed", 48, "4dbdc2b2b62cb00749785bc84202236dbc3777d74660611b8e58812f0cfde6c3"},
    {"seedA", 64, "ccffb12a2bb093f8e525d183d80957ff572e238544133ff26a06b73d97f533d1"},
    {"seedS", 64, "f1ea9a4066a8b37c9c1e3e26a8d21d28546df94810104926d77cd95633673722"},
    {"In_A(0)", 77, "fb5efd7d86bab4be7cdfb9948ff1818645bb41f990f91f4999e46d7dbb180ebe"},
    {"R_0", 208, "66cdfffdda87a8c775bccfc72f24b5a5c52513aa501c01494c0e51d0c45d66af"},
    {"R_8", 208, "7c02bc3d7a24650b3e58f8382f50904ce86bc90c98060ce6696fe8445d102693"},
    {"R_0 to R_8 concatenated", 1872, "a58a7e309531ce58f7c3ca408ff03071bae1e5c48cdaf26a17eee18220e193ac"},
    {"A, ser_q", 2304, "2be8448a8d53371cfda7f475de8b098048c18c47f764d05ad8e888ee21e39ba4"},
    {"In_S(seedS)", 77, "d990aed4de5216dfd74da68381ac5f84252d9103dd7c8f1c3668580db2c842a1"},
    {"S (secret stream)", 288, "5db2c4d163651d9b7459e70de1418fdb97d85ae183e2fe775f49742e968960ce"},
    {"s, ser_q", 2304, "0f94bd5cc6bd46f48d3ebd486cdb866108b31be2e4401434d735b37591eee444"},
    {"u = A s, ser_q", 2304, "95c83096165cbe0692b4ac26a2260b3a05b13fa12ee3ff7e5a0484c30576280d"},
    {"b, ser_p", 2304, "ab5a219afa820581147d631687c38d76ed9549f37ec994c513511a9fc190e75d"},
    {"b packed (pk from byte 64)", 1584, "2a8a61ba3fd6b46407b58afd87fe3b03ac9c640f5ce26447dc5dbc4f10ae0120"},
    {"pk", 1648, "cf3bcf2617c3c18b7a9e5bf1f7d8036a8bd945625d7181410785e91996d0557b"},
    {"In_F", 1685, "9b1ccebb1ae69aa7843c2b5f9e594bcb330d61f5828c80c1b635e3921dce564c"},
    {"hpk", 32, "a8350e39a5b10e546e61208e48f129934322a63430fd0454560dc507a105e079"},
    {"z", 32, "78eba1a5b3ff5ba4e3536b14b8c393e9a64299ffdedc1e929faa71e6d4529387"},
    {"sk", 2000, "a40bd3414019c8f49e88e14de1d591eb181d9ffb8c81cd4e18dae0472eebb2ed"},
    {"m", 32, "3f3dd7fdd18020b7a550fb39ee6c231fa843fe952e84ab7282285c246cb8f952"},
    {"In_G", 109, "27a611111522b8b1e4a41fc41d0d0b748c2ded7add6617ac37ed070726a524cb"},
    {"K", 32, "fd58c9f8e950a6d0f8ee13f22fe81b78a6876a02e1ac8bf5412a268ddc7ad648"},
    {"seedS'", 64, "791522200778ce2ff7dc3513dad828a4fce3c0b615ddd9ab88495508ef48e778"},
    {"In_S(seedS')", 77, "638b6a54d2000f810ad48f6c811f8554da7788fac5e174e5d8ee6effdae564c9"},
    {"S' (secret stream)", 288, "fd8b1ba9661580a3e27c036361edd115d9ea2b45b213de981fd30c539b30c9b5"},
    {"s', ser_q", 2304, "70ceb520221ddf049bc8b3bfdda9bbf8473f1561c7caad20c6c4c09b59c649ef"},
    {"u' = A s', ser_q", 2304, "fbc136ad748c6fd014592bce4e8b90bb84ac1dcdec898f7e9565552b2ad17165"},
    {"b', ser_p", 2304, "5fc90a27e5fe8a9c598b478f0f2f3fd9d8556800520768f9c95eb30d5f004770"},
    {"b' packed", 1584, "5a39bfd1828d6c23a760afd25be098df7a0ca8f4c9390e73c661de1ddb73c874"},
    {"v = top rows of b s', ser_p", 512, "9b06e33896c0d578226bbb2d2f5e7d9e5972e15ccafe9d02fad3320ecd34519d"},
    {"cm, ser_t", 512, "fb77df936979c89c02d00c753252c374537fecdcd7eb30c841ca813badb1b48f"},
    {"cm packed (start of ct)", 96, "561b8f44a364aaea24f03d0e18fb8461c4991f7233abc40ad53b6992770d9ebc"},
    {"ct", 1680, "a60d1ac7d109cf8cd798f5dcebd8eaf4be9975fd345e12dc02614793232393b6"},
    {"ss", 32, "fd58c9f8e950a6d0f8ee13f22fe81b78a6876a02e1ac8bf5412a268ddc7ad648"},
    {"v' = top rows of b' s, ser_p", 512, "8b74339a7dde844cf6a173598e5f108eb19527efec90a37f9728e802788258f4"},
    {"w, ser_p", 512, "7f9ddd58bcfc4fd1c3e6c10ead237fd3e7b498c003f5ccaf9d9ede4db022e780"},
    {"m'", 32, "3f3dd7fdd18020b7a550fb39ee6c231fa843fe952e84ab7282285c246cb8f952"},
    {"In_H", 1757, "424f3ccd74968773f8a4cf99423343021032d594049929820960149b728b654e"},
    {"Kbar", 32, "6cc304001e44d5636932f9c0e67f3853cab7eac3777e8381b418b8b01dc0fc4b"},
    {"ss of decapsulation", 32, "fd58c9f8e950a6d0f8ee13f22fe81b78a6876a02e1ac8bf5412a268ddc7ad648"},
    {"X1: m'", 32, "3f3dd7fdd18020b7a550fb39ee6c231fa843fe952e84ab7282285c246cb8f952"},
    {"X1: ss", 32, "053664d258b2f2d9e67b033400ba39a7c14c273fcb0e08d27cf3d0db1d05bd1e"},
    {"X2: m'", 32, "dd4539490eb9a1b4bd98dd1285ea2c5727bbfd0516ed9f3134658b6a824fbe57"},
    {"X2: ss", 32, "a5b3d069547d7339e3b690b7a280ce13516a876904590026e92695854d6f766f"},
    {"X3: m'", 32, "189dab540d5e67627f59abb6b0170cded8b9127c0af0fb2d0f1c14d015cfafa3"},
    {"X3: ss", 32, "0ab53d0230ead3047f108255b2b3c1a6bc7be48fd93d7069bde0447e04aeb8c6"},
    {"X4: m'", 32, "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051"},
    {"X4: ss", 32, "54dfd6378c353177cbc428538e7ad7df52bb54855560bda0ab80462819b4d0aa"}};

static const struct vector pattern_vectors[] = {
    {"ct from enc(pk pattern)", 1680, "d3f7c79559736ee234eeac8a859bf9c4d30bb6341077f3bef48b3015bdf19b5c"},
    {"ss from enc(pk pattern)", 32, "00a1a44204f36c13d8e77d6e8f90d48e49bdee8c87ba035627be0254b5a0c448"},
    {"m' from dec(patterns)", 32, "84a0145fab1b9310b6e287e83f979d4abbae6c8dfc365368de5bfd5f1182cbd8"},
    {"ss from dec(patterns)", 32, "38c8c9977573bbb4b7ad7d3e110412113fa9bd7eb955add4e31a213c94b8625a"}};

/* Section 15.3: the secret for the last ciphertext byte XOR 01. */
#define LAST_BYTE_FLIPPED_SECRET \
    "a821297c6f4ee261af6147bf9845a209d832649a1cc4be341072c7310bd3bfe6"

/* Section 15.2: an honest encapsulation that is rejected. */
static const char rejected_seed_a[] =
    "9532679be33d4b4ef0570829fe0493243e178bed17b01e628e3649dbfad3bd76d55cb16fac38b6256a571eac62c3f8a2"
    "d48b3bb8d4d3544b089207ed381cfef2";
static const char rejected_packed_s[] =
    "288b85b718f1e0f7c185504efc5d36ec698dd39ec73fcae9af83f4b5ddf72adabf9cb85e4e6051a453b82afef9f1a108"
    "277b3a1fbc21ed4a72c22d00842371975f09777017724c7ed8f502f3c3948086ef0bf1620d701fa2b8a34f71cf27a485"
    "be3a6eb0430d58a5551f489aa75d01e8aa313c8a63b9ea7539e01e1a4b424106976b3cec57cb18deaba972a5c0224962"
    "f74d33814503d92c68b65112a2d3739dbdac3fd79aedc468c3c7b63f16850b5ab3b2b21af2e3101525edbb13af9f154a"
    "58d35050528f68290dfce9c880f39f0882005db13356ff5a1f610d618858ff3c0308a51689bf319b448d727801f3195d"
    "62663e9cc812dc633023c184537b0eaf8d9d9e8704361c8300c7d78711831e0b5a11619a3120786e133ee2be651b6b5f";
static const char rejected_z[] =
    "b719590b534783436ae4a28e187ec7ec43a86c005bb8149d3bfa18873072701d";
static const char rejected_m[] =
    "b380620c33988e2a25e8a47912bf3c0290d6accc139e044f0ea2f30c2dbf0bd2";
static const char rejected_pk_sha256[] =
    "1d7e116f3c8fe3ec36ef3eabaf11a7ced0d204150874468443d0a44694107e18";
static const char rejected_sk_sha256[] =
    "ad99e7773804ec5671b88207b572f971f9468901eb0ff1bbb700222b62a599d8";
static const char rejected_ct_sha256[] =
    "e16640873bf9d695196d3904d005af0c4c8cd64a09e876c89176299962c43fda";
static const char rejected_encapsulated[] =
    "2791206efdbafd2e8ceb9ee59f69c8b0b80daf6f09c4b06f39232fdfe561a9b5";
static const char rejected_m_decrypted[] =
    "b380620c33988e2a25e8a47992bf3c0290d6accc139e044f0ea2f30c2dbf0bd2";
static const char rejected_decapsulated[] =
    "90454a269b342ce7b7977c59c4c0068b8880920ec041bb1417a88e6e27dfe6d3";

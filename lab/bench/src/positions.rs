//! Benchmark positions: the start and eight middlegames of each rule book, with moved boards.

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";

pub const REVISED: [&str; 9] = [
    START,
    "4/2P1/1PBN/Q1B1|1nn1/4/3P/2N1|2b1/1pb1/p1p1/3p|QL1w:PP/1R,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/pp w - - - d5B - 0 24",
    "4/P3/4/2RB|n1pQ/4/4/R3|3r/3p/bp2/1q2|KL1w:1P/1K,KL2w^:2/1P,QL6b:r1/p1,KL6b:1k/1p w - d7B e4KL2 - - 3 37",
    "4/PB1P/2PR/RQ1N|4/4/4/3P|2br/1q1p/pp2/2r1|KL1w:1P/1K,KL2w^:2/2,QL5b:2/2,KL6b:1k/pp b - - - - - 3 31",
    "4/1PP1/B2P/R1R1|2p1/4/4/BQ2|2r1/q1np/b3/P3|KL1w:1P/1K,KL2w^:2/2,QL6b:rb/p1,KL6b:1k/1p w - d2W,d7B - - - 1 38",
    "R3/2QP/2N1/N2R|4/2P1/4/3P|1qbr/npbp/p3/1rp1|KL1w:1P/1K,QL3w^:2/2,QL5b^:1p/2,KL6b:1k/pp b - - a5QL5 - - 1 39",
    "1q2/4/RQ2/4|3p/p3/P3/1P2|3r/1n1b/pb1p/3R|KL1w:1P/1K,KL3w^:1P/2,QL6b:r1/p1,KL6b:1k/1p w - - e3KL3 - - 5 33",
    "3Q/4/P1PR/1BB1|1p2/1P2/3N/P3|qbnr/p1pr/3p/1N2|KL1w:PP/1K,QL2w:2/1R,QL5b:2/2,QL6b:k1/pp b - a2W - - - 2 29",
    "4/4/1QPP/1BBR|4/4/1p2/4|3r/2bp/q3/3R|KL1w:1P/1K,QL5w^:2/1P,QL6b:r1/p1,KL6b:2/kp w - d2W,d7B a4QL5 - - 1 39",
];

pub const MEDER: [&str; 9] = [
    START,
    "4/3P/P1P1/NB2|4/1N2/4/BP2|1bb1/1p1n/p1n1/p2p|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/p1,KL6b:rk/pp w KQ - - a6B - 0 11",
    "q3/BN2/Q2P/3R|4/4/4/4|r3/3p/n3/P3|QL1w:P1/R1,KL1w:P1/1K,QL6b:r1/p1,KL6b:1k/1p w - d2W,d7B - - - 1 40",
    "B3/P1P1/QP1P/2BR|3p/4/N1N1/P2q|n1br/ppbp/n3/4|KL1w:PP/RK,KL3w:2/2,QL6b:r1/p1,KL6b:1k/1p b - d7B - - - 0 23",
    "4/3P/4/2R1|4/4/1QN1/2NB|2br/q2p/3P/4|KL1w:1P/RK,KL3w:P1/2,KL4b:2/P1,KL6b:rk/pp w - - d3KL3,d6KL4 - - 1 36",
    "1P1P/P3/1Q2/KR1R|2r1/4/1B1P/P2B|b2r/pn1p/2q1/3p|QL2w:P1/2,KL4b:2/2,KL5w:2/2,KL6b:1k/pp b - a7B z5QL2 - - 1 40",
    "4/2PP/1PQ1/NBBR|4/p2P/4/4|r2n/4/4/3q|QL1w:P1/R1,KL1w:1P/1K,QL4b:2/2,KL6b:rk/1p w - - - - - 1 34",
    "2B1/1NPP/PP2/1QBR|3b/3N/4/3P|nqbr/1p1p/2n1/p1p1|QL1w:PP/R1,KL1w:1P/1K,QL2b:2/p1,KL6b:rk/pp b - - z4QL2 - - 3 29",
    "P3/NP2/P3/Q1BR|4/p2p/1n2/1B2|1q1r/pp1b/n3/b2P|KL1w:1P/RK,QL2w:p1/2,QL4b:2/2,KL6b:rk/pp w - a2W,a7B z5QL2 - - 0 39",
];

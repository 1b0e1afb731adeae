// Positions for visual tests: the start, and ten middlegames in which boards have moved.

/** The start position, in T-FEN. */
export const START =
  "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";

/** Each position with the camera that the screenshot is taken from. */
export const POSITIONS: readonly (readonly [name: string, camera: string, tfen: string])[] = [
  ["start", "White", START],
  [
    "one",
    "White",
    "4/P3/P3/QB1K|3p/2p1/rP1P/2n1|pqbn/4/p2p/1NP1|QL1w:PB/R1,KL1w:1P/R1,QL5b^:2/2,KL6b:kr/1p w k a2W a8B - - 0 23",
  ],
  [
    "two",
    "Black",
    "2b1/2np/B2P/R1BN|3k/1P2/3Q/4|1q1n/pp2/2Pb/2pp|KL1w:PP/KR,QL2w:P1/2,QL6b:r1/p1,KL6b:r1/1p w K b7B z5QL2 - - 1 23",
  ],
  [
    "three",
    "Top",
    "1p2/p3/PP2/Q1BN|k2N/4/P1Pp/4|nbbr/p2p/4/3B|QL1w:P1/K1,KL1w:1P/RR,QL5b:2/2,QL6b:rq/p1 w - a2W,a7B,d7B a3W - - 0 23",
  ],
  [
    "four",
    "Side",
    "PP2/k1Pb/PN2/QBBK|4/1p2/4/3P|nb2/p3/3r/n1pp|QL1w:P1/R1,KL1w:1P/R1,QL5b:2/2,QL6b:rq/pp w - a2W - - - 0 23",
  ],
  [
    "five",
    "Front",
    "4/3P/P1PK/NB1N|3p/4/3Q/n2P|kbbn/Pp1p/p3/2p1|QL1w:PP/R1,KL1w:1P/R1,QL5b^:1p/2,KL6b:rr/1p w - d7B a5QL5 - - 0 23",
  ],
  [
    "six",
    "White",
    "P3/P3/QP2/2BK|p2p/1n1p/B2R/bN1P|n2k/4/b3/p2p|QL1w:P1/R1,QL3w:2/2,QL6b:r1/p1,KL6b:1r/1p w - - a4W - - 1 23",
  ],
  [
    "seven",
    "Black",
    "2B1/2BP/PK2/3N|p2P/2p1/4/1NP1|1kbn/1pbp/1n1q/4|QL1w:PP/R1,KL1w:QP/1R,KL5b^:1p/2,KL6b:rr/pp w - - e5KL5 - - 5 23",
  ],
  [
    "eight",
    "Side",
    "4/3P/PP2/1BBN|2pP/4/4/PN2|r1b1/pnpp/4/3P|QL1w:P1/R1,KL1w:1P/KR,QL5b:1q/p1,KL6b:rk/1p w KQ a2W,a7B,c7B z4QL5 - - 1 23",
  ],
  [
    "nine",
    "Top",
    "PQ1n/3n/1P1P/2BK|p3/3P/P2r/1BP1|1bbk/3p/pp2/3p|QL1w:P1/R1,KL1w:RP/2,KL5b^:2/2,QL6b:r1/p1 w - d2W,d7B - - - 1 23",
  ],
  [
    "ten",
    "White",
    "4/Bp1P/PK1P/Q2N|p2R/4/PP2/4|1bbk/1p1p/1nn1/p3|QL1w:P1/RB,KL2w^:2/2,QL6b:r1/p1,KL6b:r1/pp w - a2W,d2W - - - 7 23",
  ],
];

// Whole games that end in mate, short enough to be played move by move in a slow browser.

export interface WholeGame {
  readonly rules: "revised" | "meder";
  /** Coordinate notation. */
  readonly moves: readonly string[];
  /** Algebraic notation, as the move list shows it. */
  readonly texts: readonly string[];
  readonly result: "1-0" | "0-1";
  /** The last position. */
  readonly tfen: string;
}

/** White mates on the fifth move; Black castles. */
export const SHORT: WholeGame = {
  rules: "revised",
  moves: "d1Wc3N d7Bd5N b2Wb4W O-O c3Nd5N b7Bb6N d5Nb6N a7Ba6N b6Nc8B".split(" "),
  texts: "Nc3N|d5N|b4W|O-O|Nxd5N|b6N|Nxb6N|a6N|Nxc8B#".split("|"),
  result: "1-0",
  tfen: "1P2/4/P1PP/NBB1|p3/4/4/4|nbNn/2p1/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:rk/pp b KQ - - - - 0 5",
};

/** Black mates; both castle. */
export const LONG: WholeGame = {
  rules: "revised",
  moves:
    "c2Wc4N d7Bd6N O-O d8Bc6B a2Wa4W O-O d2Wd3N b7Bb6N a1Wb3N c6Bb4W b1Wd3W a7Ba6B a0QL1a1W b4Wa2W b3Nd4W b6Nb5N c4Nb5N a6Bb5N d3Wb1W a2Wc1W".split(
      " ",
    ),
  texts: "c4N|d6N|O-O|Nc6B|a4W|O-O|d3N|b6N|Nb3N|Nb4W|Bd3W|a6B|Qa1W|Na2W|Nd4W|b5N|cxb5N|axb5N|Bb1W|Nxc1W#".split("|"),
  result: "0-1",
  tfen: "P2N/4/1P2/QBnN|3p/1p2/4/3P|nbb1/2p1/4/4|QL1w:PP/R1,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/pp w - - - - - 0 11",
};

/** White mates under Meder’s rules. */
export const MEDER: WholeGame = {
  rules: "meder",
  moves: "d1Wc3W a7Ba5N c3Wa4W O-O d2Wd3N a8Bb6B a4Wb6B a8QL6a6B b6Bc8B".split(" "),
  texts: "Nc3W|a5N|Na4W|O-O|d3N|Nb6B|Nxb6B|a6B|Nxc8B#".split("|"),
  result: "1-0",
  tfen: "4/4/PPP1/NBB1|4/p3/4/3P|1bNn/1ppp/p3/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/p1,KL6b:rk/pp b KQ - - - - 0 5",
};

/** Black mates under Meder’s rules; boards move four times. */
export const BOARDS: WholeGame = {
  rules: "meder",
  moves:
    "d2Wd4W d8Bc6B O-O c6Bd8B d1Wc3W a7Ba6B c3Wd5N O-O c2Wc3W a8QL6a6N d5Nc7B b8Bc7B c3Wc4W c7Ba5B d1KL1d3N a5Be1KL1 d0KL1d2W e1KL1d2W d4Wd5B d2Wc1W KL1-KL3 c1Wb2W e2KL3d2KL3 b2Wc3W d2KL3c3W d7Bd6N c3Wd3KL3 a8Bb6N KL3-QL3 c8Bd7B QL3-KL3 a9QL6a7B d3KL3c3W b6Nd5N c3Wd2KL3 a7Be3KL3 d2KL3d1W d7Bc6B b1Wc2W d5Nc3N".split(
      " ",
    ),
  texts:
    "d4W|Nc6B|O-O|Nd8B|Nc3W|a6B|Nd5N|O-O|c3W|a6N|Nxc7B|Bxc7B|c4W|Ba5B|d3N|Bxe1KL1|Rd2W|Bxd2W|d5B|Bxc1W|KL1-KL3|Bxb2W|Kd2KL3|Bc3W+|Kxc3W|d6N|Kd3KL3|Nb6N|KL3-QL3|Bd7B+|QL3-KL3|Qa7B|Kc3W|Nd5N+|Kd2KL3|Qe3KL3+|Kd1W|Bc6B|Bc2W|Nc3N#".split(
      "|",
    ),
  result: "0-1",
  tfen: "2P1/4/P1B1/N2K|p2p/4/4/2nP|3n/1p2/p1b1/3P|QL1w:PP/RQ,KL3w:1q/2,QL6b:r1/p1,KL6b:rk/pp w - - - - - 14 21",
};

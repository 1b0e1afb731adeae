// Texts of the home screen. The build writes them into `index.html`, so they are no part of the loaded catalogue.
export const home = {
  skip: "Skip to the board",
  homeLink: "Tri-D, home screen",
  title: "Chess on three levels",
  line: "Three fixed boards, four that move, and every rule you know from chess. Free, in your browser, without an account.",
  continueGame: "Continue your game",
  playComputer: "Play the computer",
  playComputerHint: "Ten levels, from first game to full strength",
  playFriend: "Play a friend",
  playFriendHint: "Send a link and play from anywhere",
  twoPlayers: "Two players, one screen",
  twoPlayersHint: "Take turns at this device",
  learn: "Learn",
  learnHint: "Short lessons on the real boards",
  puzzles: "Puzzles",
  puzzlesHint: "Find the winning move",
  needsScript: "Tri-D needs JavaScript. Turn it on and reload the page.",
};

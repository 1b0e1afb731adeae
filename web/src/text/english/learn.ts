// Texts of the learn screen. Those of lessons are in their data, those of the guide in docs.
export const learn = {
  title: "Learn",
};

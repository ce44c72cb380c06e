// The options of the question, by the cards and players that they concern.
//
//   <button name="option" data-cards="hand0.2 party0.1" data-seats="1">   an option in the form of the question
//
// An option with two cards pairs the first one with the second.

export const form = () => document.querySelector("[data-choose]");
export const buttons = () => [...document.querySelectorAll("[data-choose] button[name=option]")];

export function placesOf(button) {
  const cards = (button.dataset.cards ?? "").split(" ").filter(Boolean);
  const seats = (button.dataset.seats ?? "").split(" ").filter(Boolean);
  return [...cards, ...seats.map((seat) => `seat${seat}`)];
}

export const optionsOf = (id) => (id ? buttons().filter((button) => placesOf(button).includes(id)) : []);
export const pairing = (source, target) => {
  return buttons().filter((button) => placesOf(button)[0] === source && placesOf(button).includes(target));
};
export const textOf = (button) => button.querySelector("span").textContent.trim();

// The form ignores it if the question has just appeared (choose.js).
export const choose = (button) => button.click();

/** Lets the app have its turn in the middle of something long: it draws and reacts before that goes on. */
export function appsTurn(): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, 0));
}

/** The library Moment, which the app shares with plugins as `moment`. */
import moment from "moment";

export { moment };

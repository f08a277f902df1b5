import { forward } from "../../forward.js";

export default forward("ci", "Run every check that planwright.toml configures.");

import { forward } from "../../forward.js";

export default forward("check", "Check documents that language models wrote.");

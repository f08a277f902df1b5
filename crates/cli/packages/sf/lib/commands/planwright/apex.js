import { forward } from "../../forward.js";

export default forward("apex", "Render blueprints as Apex classes with guardrails.");

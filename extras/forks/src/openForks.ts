export { findForks } from "./findForks.js"
export { readForks } from "./readForks.js"

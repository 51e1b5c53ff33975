export { type ValueFormats } from '../engines/json-values.js';

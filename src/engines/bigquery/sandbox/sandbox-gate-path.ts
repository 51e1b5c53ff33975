export const SANDBOX_GATE_MAIN = new URL('./sandbox-gate-main.js', import.meta.url);

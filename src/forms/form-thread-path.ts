export const FORM_THREAD_MAIN = new URL('./form-thread-main.js', import.meta.url);

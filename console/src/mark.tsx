/** Two stones, seen from above. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <circle cx="16" cy="16" r="10" />
      <circle cx="16" cy="16" r="2.6" />
      <path d="M16 6v4.6M26 16h-4.6M16 26v-4.6M6 16h4.6" />
    </svg>
  );
}

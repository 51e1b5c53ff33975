/** Told a line of what an engine does on its own accord; what it does again and again is routine, and no news to most. */
export type Progress = (line: string, isRoutine?: boolean) => void;

/** A rate of requests: a bucket that holds `requests`, and is filled evenly within `seconds`. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

const RATE = /^([1-9]\d{0,6})\/([1-9]\d{0,4})?s$/;

/** Expected text, as the end of a sentence. */
export const RATE_TEXT = 'requests per time such as 50/s or 1000/60s; as many may come at once';

/** Undefined where the text is no rate. */
export function parseRate(text: string): Rate | undefined {
  const [, requests, seconds = '1'] = RATE.exec(text) ?? [];
  return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(seconds) };
}

export function rateText({ requests, seconds }: Rate): string {
  return `${requests}/${seconds === 1 ? '' : seconds}s`;
}

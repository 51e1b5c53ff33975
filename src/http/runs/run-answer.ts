import { type Response } from 'express';
import { type RunRecord } from '../../runs/run-record.js';
import { sendText } from '../replies.service.js';
import { CSV_SAFE } from '../../parameters/reserved-names.js';

const MAX_RETRY_SECONDS = 30;

/** Answers with a run's state: 202 to the call that began it, 200 to later requests. */
export function sendRun(response: Response, status: 200 | 202, record: RunRecord, now: number): void {
  const { id, endpoint, state, place, startedAt } = record;
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1000));
  const result = { run: id, endpoint, state, ...(place !== undefined && { place }), seconds };
  if (status === 202) {
    response.setHeader('Location', pathOf(id));
    response.setHeader('Preference-Applied', 'respond-async');
  }
  // Ask the less often, the longer the run has taken: it will rarely end soon.
  response.setHeader('Retry-After', Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds / 4))));
  sendText(response.req, response, status, JSON.stringify({ result }));
}

/** Redirects to the rows, in the form that the call has named. */
export function sendToRows(response: Response, { id, form }: RunRecord): void {
  response.setHeader('Location', `${pathOf(id)}/rows${endOf(form)}`);
  response.setHeader('Content-Length', 0);
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(303).end();
}

export function sendCancelled(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(204).end();
}

function endOf(form: RunRecord['form']): string {
  if (form === undefined) return '';
  return form === 'csv_safe' ? `.csv?${CSV_SAFE}=true` : `.${form}`;
}

function pathOf(id: string): string {
  return `/api/runs/${id}`;
}

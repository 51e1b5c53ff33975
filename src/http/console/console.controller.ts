import { All, Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { acceptedCoding } from '../request/accepted.js';
import { headWith, inCoding, Replies } from '../replies.service.js';
import { type ConsoleFile, ConsoleFiles, PAGE } from './console-files.service.js';

/**
 * Permissions of the page: it may load its own scripts and styles, and call this service. It has no inline scripts or styles, loads nothing
 * from another host, cannot be framed, and no text becomes markup or a script.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** For files whose names change with their content. */
const IMMUTABLE = 'max-age=31536000, immutable';

/** The page for trying endpoints, and its files. They are the same for everybody and need no key: data come by the API alone. */
@Controller()
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly replies: Replies,
  ) {}

  /** Leads people who open the server's address to the console. */
  @Get()
  async root(@Res() response: Response): Promise<void> {
    await this.need(PAGE);
    // Relative, so that the path that a proxy puts in front stays.
    redirect(response, 'console');
  }

  @Get('console')
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const page = await this.need(PAGE);
    // The page names its files relative to where it is.
    if (request.path.endsWith('/')) redirect(response, '../console');
    else this.send(page, 'no-cache', request, response);
  }

  @Get('console/:asset')
  async asset(@Param('asset') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (name === PAGE) throw new NotFoundException();
    this.send(await this.need(name), IMMUTABLE, request, response);
  }

  @All(['', 'console', 'console/:asset'])
  async other(): Promise<never> {
    await this.need(PAGE);
    throw methodNotAllowed();
  }

  private send(file: ConsoleFile, cacheControl: string, request: Request, response: Response): void {
    const { bytes, said } = inCoding(file, acceptedCoding(request.headers['accept-encoding']));
    const fields = { ...PAGE_HEADERS, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
    const head = headWith(fields, { type: file.type, ...said });
    this.replies.send(request, response, this.replies.replyTo(request, head, bytes));
  }

  private async need(name: string): Promise<ConsoleFile> {
    const file = await this.files.find(name);
    if (!file) throw new NotFoundException();
    return file;
  }
}

function redirect(response: Response, location: string): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.writeHead(302, { Location: location, 'Content-Length': 0 }).end();
}

import { type Cache, CACHE_MANAGER, CacheModule } from '@nestjs/cache-manager';
import {
  Controller,
  Get,
  Headers,
  Inject,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Query,
  UnauthorizedException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { KEY } from '../key.js';
import { answerParent } from '../parent.js';
import { portOf } from './port-of.js';

/** What this server's database is to have. */
export interface Rows {
  readonly endpoint: string;
  readonly rows: string;
  readonly result: object;
}

const TTL_MS = 3_600_000;

@Injectable()
class Database {
  private readonly results = new Map<string, object>();

  add({ endpoint, rows, result }: Rows): void {
    this.results.set(`${endpoint}:${rows}`, result);
  }

  find(endpoint: string, rows: string): object {
    const result = this.results.get(`${endpoint}:${rows}`);
    if (!result) throw new NotFoundException();
    return result;
  }
}

/** As Nest's documentation writes it: what was found is put into the cache, and Nest turns it into JSON. */
@Controller('api/endpoints/query')
class QueryController {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly database: Database,
  ) {}

  @Get(':endpoint')
  async query(
    @Headers('x-api-key') key: string | undefined,
    @Param('endpoint') endpoint: string,
    @Query('rows') rows: string,
  ): Promise<object> {
    if (key !== KEY) throw new UnauthorizedException();
    const cached = await this.cache.get<object>(`${endpoint}:${rows}`);
    if (cached !== undefined) return cached;
    const found = this.database.find(endpoint, rows);
    await this.cache.set(`${endpoint}:${rows}`, found, TTL_MS);
    return found;
  }
}

@Module({ imports: [CacheModule.register()], controllers: [QueryController], providers: [Database] })
class AppModule {}

const app = NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
const listening = app.then(async (app) => app.listen(0, '127.0.0.1'));

answerParent(async (rows: Rows) => {
  (await app).get(Database).add(rows);
  return portOf(await listening);
});

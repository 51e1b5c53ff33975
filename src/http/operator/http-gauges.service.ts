import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from '../../config/settings.js';
import { Collectors } from '../../metrics/collectors.service.js';
import { QuernServer } from '../quern-server.js';
import { UnsentBytes } from '../../limits/unsent-bytes.service.js';

@Injectable()
export class HttpGauges {
  constructor(
    collectors: Collectors,
    unsent: UnsentBytes,
    host: HttpAdapterHost,
    @Inject(Settings) { maxConnections }: Settings,
  ) {
    collectors.addValue('quern_unread_bytes', () => unsent.bytes);
    collectors.addValue('quern_connections', () => {
      const server: unknown = host.httpAdapter.getHttpServer();
      return server instanceof QuernServer ? server.connectionCount : undefined;
    });
    collectors.addValue('quern_max_connections', () => maxConnections);
  }
}

import { Inject, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ConfigModule } from './config.module.js';
import { readSettings } from './read-settings.js';
import { Settings } from './settings.js';

@Injectable()
class Reader {
  constructor(@Inject(Settings) readonly settings: Settings) {}
}

@Module({ providers: [Reader] })
class ReaderModule {}

describe('ConfigModule', () => {
  it('gives the settings to modules that do not import it', async () => {
    const settings = readSettings({ QUERN_PORT: '0' });
    const app = await Test.createTestingModule({ imports: [ConfigModule.forRoot(settings), ReaderModule] }).compile();
    expect(app.get(Reader).settings).toBe(settings);
  });
});

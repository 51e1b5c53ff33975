import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { WarmingModule } from '../warming/warming.module.js';
import { CallableEndpoints } from './callable-endpoints.service.js';
import { EndpointListing } from './endpoint-listing.service.js';

@Module({
  imports: [ExecutionModule, LimitsModule, WarmingModule],
  providers: [CallableEndpoints, EndpointListing],
  exports: [CallableEndpoints, EndpointListing],
})
export class ListingModule {}

import { runService } from '@svc/kit';
import { checkGatewayConfig, GATEWAY_ENV } from './config.js';
import { startGatewayService } from './start-gateway-service.js';

runService({ name: 'gateway', env: GATEWAY_ENV, check: checkGatewayConfig, start: startGatewayService });

import { type GrpcService, service } from '@svc/kit';
import { PictureConversionServiceService } from '@svc/proto';
import type { PictureConverter } from '../pictures/picture-converter.js';

/** svc.analysis.v1.PictureConversionService: pictures that users upload. */
export function createPictureConversionService({ pictures }: { pictures: PictureConverter }): GrpcService {
  return service(PictureConversionServiceService, {
    async convertPicture({ picture, type }, call) {
      const { bytes, width, height } = await pictures.convert({ data: picture, declaredType: type }, call.signal);
      return { picture: Buffer.from(bytes), width, height };
    },
  });
}

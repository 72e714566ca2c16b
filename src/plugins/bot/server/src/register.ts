import type { Core } from '@strapi/strapi';

import { FILE_UID } from './constants';
import { extendFileType } from './database/file-type-rule/attribute';
import { surviveLostConnection } from './database/lost-connection';
import { assertPublicationType, extendPublicationType } from './database/publication-columns';
import { createMediaCascade } from './middlewares/document/media-cascade';
import { createPlainWrite } from './middlewares/document/plain-write';
import { createPublicationStatus } from './middlewares/document/publication-status';
import { createSlugRule } from './middlewares/document/slug';
import { useLast } from './middlewares/document/use-last';
import { createWriteTransaction } from './middlewares/document/write-transaction';
import { createAccessLog } from './middlewares/http/access-log';
import { continueLater } from './middlewares/http/continue-later';
import { createErrorEnvelope } from './middlewares/http/error-envelope';
import { keepOutsideProtocol } from './middlewares/http/outside-protocol';
import { createRateLimit } from './middlewares/http/rate-limit';
import { createRequestId } from './middlewares/http/request-id';
import { serveStoredFilesSafely } from './middlewares/http/stored-files';
import { createTraffic } from './middlewares/http/traffic';
import { createUnreadBody } from './middlewares/http/unread-body';
import { createProtocolPathTest } from './protocol/path';
import { botConfig } from './services/lookup';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  const { contentType } = botConfig(strapi);
  assertPublicationType(strapi, contentType);

  const contentTypes = strapi.get('content-types');
  contentTypes.extend(FILE_UID, extendFileType);
  contentTypes.extend(contentType, extendPublicationType);

  surviveLostConnection(strapi);
  keepOutsideProtocol(strapi);
  const isProtocolPath = createProtocolPathTest(strapi);
  for (const middleware of [
    createRequestId(),
    createAccessLog(strapi),
    createUnreadBody(),
    createErrorEnvelope(strapi),
    createTraffic(strapi),
    createRateLimit(strapi),
  ]) {
    strapi.server.use((ctx, next) => (isProtocolPath(ctx.path) ? middleware(ctx, next) : next()));
  }
  strapi.server.use(serveStoredFilesSafely());
  continueLater(strapi.server.httpServer, isProtocolPath);

  // The first one wraps the others: what they do happens in its transaction.
  strapi.documents.use(createWriteTransaction(strapi));
  strapi.documents.use(createSlugRule(strapi));
  strapi.documents.use(createPublicationStatus(strapi));
  strapi.documents.use(createMediaCascade(strapi));
  useLast(strapi, () => createPlainWrite(strapi));
};

export default register;

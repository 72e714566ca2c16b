export { createClient, type Client, type ClientOptions } from './client';
export type { CallInput as Ask, Call, CallOptions, Done } from './http/call';
export { BotError, type BotErrorCode } from './http/errors';
export type { Patience } from './http/retry';
export type { AnswerOf, BodyOf, QueryOf } from './http/types';
export {
  fileCursor,
  type CursorStore,
  type FollowOptions,
  type ReadOptions,
} from './resources/changes';
export type { MaterialChange } from './resources/materials';
export type {
  Changer,
  IfMatch,
  NewPublication,
  PublicationChange,
  Tagged,
  UpdateOptions,
} from './resources/publications';
export type { UploadSource } from './uploads/source';
export type { UploadOptions } from './uploads/options';
export { createWebhookHandler, type WebhookOptions } from './webhooks/handler';
export { verifyWebhook, type ReceivedChange } from './webhooks/verify';
export type {
  ChangeType,
  FeedItem,
  Handshake,
  ListedMaterial,
  Material,
  MaterialRecord,
  Publication,
  PublicationItem,
  Readiness,
  UploadedMaterial,
  UploadTexts,
  WebhookOverview,
} from '@fleet-bot/protocol';

import core from './core/core';
import autosave from './features/autosave/feature';
import blocks from './features/blocks/feature';
import changes from './features/changes/feature';
import description from './features/description/feature';
import fastPath from './features/fast-path/feature';
import fetchByAddress from './features/fetch-by-address/feature';
import fields from './features/fields/feature';
import formerAddresses from './features/former-addresses/feature';
import indexNow from './features/index-now/feature';
import largeSites from './features/large-sites/feature';
import unusedUploads from './features/leases/feature';
import materials from './features/materials/feature';
import mcp from './features/mcp/feature';
import metrics from './features/metrics/feature';
import overview from './features/overview/feature';
import preview from './features/preview/feature';
import protectEditors from './features/protect-editors/feature';
import publications from './features/publications/feature';
import readiness from './features/readiness/feature';
import reconciliation from './features/reconciliation/feature';
import removals from './features/removals/feature';
import resumable from './features/resumable/feature';
import schedule from './features/schedule/feature';
import search from './features/search/feature';
import trash from './features/trash/feature';
import unreadChanges from './features/unread-changes/feature';
import versions from './features/versions/feature';
import webhooks from './features/webhooks/feature';
import writing from './features/writing/feature';
import type { Feature } from './core/feature';

/** All features of the plugin. A feature comes after those that it needs. */
export const FEATURES: readonly Feature[] = [
  core,
  // Required features of the interface (section 4 of its document).
  changes,
  removals,
  materials,
  fields,
  blocks,
  publications,
  reconciliation,
  // Optional features. Each can be disabled, or removed with its folder and its two lines here.
  protectEditors,
  formerAddresses,
  versions,
  trash,
  schedule,
  preview,
  writing,
  autosave,
  webhooks,
  indexNow,
  unreadChanges,
  fetchByAddress,
  resumable,
  unusedUploads,
  largeSites,
  search,
  overview,
  description,
  readiness,
  metrics,
  mcp,
  fastPath,
];

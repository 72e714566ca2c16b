/** What `GET /bot/overview/review` tells. */
export interface Review {
  drafts: { id: string; title: string | null; createdAt: string }[];
  moreDrafts: boolean;
  changed: { id: string; title: string | null; event: string; at: string; by: string | null }[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}

/** An error as it is sent. */
export interface ErrorToSend<Details = unknown> {
  status: number;
  name: string;
  message: string;
  details?: Details;
}

/** Strapi's envelope of an error, which is the protocol's too. */
export const envelopeOf = <Details>({
  status,
  name,
  message,
  details,
}: ErrorToSend<Details>): { data: null; error: ErrorToSend<Details> } => ({
  data: null,
  error: { status, name, message, details },
});

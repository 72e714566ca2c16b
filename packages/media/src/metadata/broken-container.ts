/** The parts of a container do not add up: it is damaged, or something else altogether. */
export class BrokenContainer extends Error {}

/** What `find` gives; for a container that is broken, which is not edited, `otherwise`. */
export const unlessBroken = async <Found>(
  find: () => Promise<Found>,
  otherwise: Found
): Promise<Found> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof BrokenContainer) {
      return otherwise;
    }
    throw error;
  }
};

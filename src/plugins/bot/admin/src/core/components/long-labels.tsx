import styled from 'styled-components';

/** Around buttons in a narrow place, whose labels may take more than one line. */
export const LongLabels = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;

  button {
    height: auto;
    min-height: 3.2rem;
    padding-block: 0.4rem;
  }
`;

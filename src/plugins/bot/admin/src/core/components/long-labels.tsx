import styled from 'styled-components';

/** A wrapper that lets the labels of buttons in a narrow place wrap. */
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

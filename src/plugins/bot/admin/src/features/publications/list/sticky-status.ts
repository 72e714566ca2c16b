import { createGlobalStyle } from 'styled-components';

/**
 * Keeps Status in sight where Strapi's list is wider than the screen. It is the last column but that of the
 * buttons, which has no head; the frame around the table has a padding of 2.4rem. Rendered beside the list
 * only, so there is one table.
 */
export const StatusInSight = createGlobalStyle`
  main table th:last-child,
  main table tbody td:nth-last-child(2) {
    background: ${({ theme }) => theme.colors.neutral0};
    position: sticky;
    right: -2.4rem;
  }
`;

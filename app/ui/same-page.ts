import type { ShouldRevalidateFunction } from 'react-router'

/** For what another person may have changed meanwhile: fetched again after a form action that was refused, too. */
export const afterEachFormAction: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== 'GET' ? true : defaultShouldRevalidate

/**
 * For what does not depend on the question mark's part of an address, such as which tab is open: it is not fetched
 * again when only that changes, so that a tab opens at once on any network. What follows a form action is always fetched.
 */
export const unlessSamePage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, ...more }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && !formMethod
    ? false
    : more.defaultShouldRevalidate

import type { ShouldRevalidateFunction } from 'react-router'

/** For data that another person may have changed meanwhile: reloaded after a refused form action, too. */
export const afterEachFormAction: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== 'GET' ? true : defaultShouldRevalidate

/**
 * For data that does not depend on the query of an address, such as which tab is open: it is not reloaded when only that changes, so
 * that a tab opens at once on any network. After a form action it is always reloaded.
 */
export const unlessSamePage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, ...more }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && !formMethod
    ? false
    : more.defaultShouldRevalidate

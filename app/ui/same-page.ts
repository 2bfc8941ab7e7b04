import type { ShouldRevalidateFunction } from 'react-router'

/** Reloads data that another person may have changed meanwhile after each form action, also a refused one. */
export const afterEachFormAction: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== 'GET' ? true : defaultShouldRevalidate

/**
 * Keeps data that does not depend on the query of an address, such as which tab is open, when only the query changes, so that a tab
 * opens at once on any network. After a form action it is always reloaded.
 */
export const unlessSamePage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, ...more }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && !formMethod
    ? false
    : more.defaultShouldRevalidate

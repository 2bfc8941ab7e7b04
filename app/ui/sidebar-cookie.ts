/** The cookie that remembers for seven days whether the sidebar is wide. */
const sidebarCookie = 'sidebar'
const days = 7

export const sidebarIsOpen = (cookies: string | null): boolean =>
  !new RegExp(`(?:^|; )${sidebarCookie}=closed(?:;|$)`).test(cookies ?? '')

export const rememberSidebar = (open: boolean): string =>
  `${sidebarCookie}=${open ? 'open' : 'closed'}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax`

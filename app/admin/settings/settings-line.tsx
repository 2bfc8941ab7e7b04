import type { ReactNode } from 'react'

/** One line for a setting: its name, its value, and the link that changes it; the form opens below, as wide as the page. */
export const SettingsLine = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 px-4 py-1">{children}</li>
)

export const settingClass = 'min-w-0 grow basis-60 font-sans font-semibold text-base'

/** The form's link is beside its line while the form is closed. */
export const changeClass = 'open:basis-full'

export const changeWay = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-link md:min-h-8'

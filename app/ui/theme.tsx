import { useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useContext, useEffect, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { NonceContext } from './document.ts'
import { isTheme, nextTheme, type Theme, themeKey, themeScript } from './themes.ts'

const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function chosen(): Theme {
  try {
    const kept = localStorage.getItem(themeKey)
    return isTheme(kept) ? kept : 'system'
  } catch {
    return 'system'
  }
}

function wear(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function choose(theme: Theme) {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // A browser without storage still changes the page it shows.
  }
  wear(theme)
  for (const listener of listeners) listener()
}

/** Returns the theme this browser has chosen, the same in all its tabs. On the server it is 'system'. */
export function useTheme() {
  const theme = useSyncExternalStore<Theme>(listen, chosen, () => 'system')
  useEffect(() => wear(theme), [theme])
  return { theme, choose }
}

/** The script in the head, before the style sheets. The document element needs suppressHydrationWarning. */
export function ThemeScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
}

const icons = { light: Sun, dark: Moon, system: Monitor }

/** A button that goes light → dark → system → light. */
export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useLingui()
  const { theme } = useTheme()
  const names = { light: t`light`, dark: t`dark`, system: t`system` }
  const now = names[theme]
  const next = names[nextTheme(theme)]
  const Icon = icons[theme]
  return (
    <IconButton
      label={t`Theme: ${now}. Switch to ${next}.`}
      onClick={() => choose(nextTheme(theme))}
      className={`needs-script ${className ?? ''}`}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

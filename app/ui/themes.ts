const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The key of the choice in the browser's storage. */
export const themeKey = 'ui-theme'

export const isTheme = (text: unknown): text is Theme => themes.includes(text as Theme)

/** light → dark → system → light */
export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length]!

/**
 * Runs before the first paint, so that nothing flashes. A choice becomes data-theme on the document; 'system' is the absence of one,
 * and then the style sheet follows the device by itself. It also tells the style sheet that scripts run, except on a static page,
 * where no other does.
 */
export const themeScript = `try{var d=document.documentElement.dataset;if(d.static==null)d.script='';var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')d.theme=t}catch(e){}`

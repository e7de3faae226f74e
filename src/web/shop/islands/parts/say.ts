/** In a region that is read out. */
export function say(text: string, className = 'unseen'): void {
  const region = document.getElementById('said')
  if (!region) return
  region.className = className
  region.textContent = text
}

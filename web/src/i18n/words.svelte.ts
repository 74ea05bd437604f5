// Words in the visitor's language. A file an area, a folder a language; English is always there,
// the others are fetched when chosen.
type Words = Record<string, string>;
type Files = Record<string, { default: Words }>;

export const LANGUAGES = { en: 'English', zh: '简体中文', es: 'Español', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

// What the house says itself is English already: a sentence is its own key.
const english = import.meta.glob<{ default: Words }>(['./en/*.json', '!./en/said.json'], { eager: true });
const others = {
  zh: import.meta.glob<{ default: Words }>('./zh/*.json'),
  es: import.meta.glob<{ default: Words }>('./es/*.json'),
  de: import.meta.glob<{ default: Words }>('./de/*.json'),
};

function flat(files: Files): Words {
  const words: Words = {};
  for (const [path, file] of Object.entries(files)) {
    const area = path.replace(/^.*\/(.*)\.json$/, '$1');
    for (const [key, text] of Object.entries(file.default)) words[`${area}.${key}`] = text;
  }
  return words;
}

const ENGLISH = flat(english);

class Speech {
  language = $state<Language>('en');
  private words = $state.raw<Words>(ENGLISH);

  async use(language: Language): Promise<void> {
    if (language === 'en') {
      this.words = ENGLISH;
    } else {
      const found = await Promise.all(
        Object.entries(others[language]).map(async ([path, load]) => [path, await load()] as const),
      );
      this.words = { ...ENGLISH, ...flat(Object.fromEntries(found)) };
    }
    this.language = language;
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
    localStorage.setItem('language', language);
  }

  async begin(): Promise<void> {
    const asked = [localStorage.getItem('language'), ...navigator.languages];
    const wanted = asked.map((one) => one?.slice(0, 2)).find((one) => one && one in LANGUAGES);
    if (wanted && wanted !== 'en') await this.use(wanted as Language);
  }

  say(key: string, values: Record<string, string | number> = {}): string {
    const text = this.find(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  has(key: string): boolean {
    return key in this.words;
  }

  find(key: string): string | undefined {
    return this.words[key];
  }
}

export const speech = new Speech();
export const t = (key: string, values?: Record<string, string | number>) => speech.say(key, values);

/** Codes that say too little: the house's own words follow, in its language. */
const GENERAL = ['limit', 'illegal-action', 'illegal-bet', 'bad-amount', 'bad-setting', 'bad-text', 'bad-name', 'bad-password', 'not-allowed'];

/** A refusal in the visitor's words where we have them; the house's own otherwise. */
export function refusalText(error: unknown): string {
  const { code = '', message = '', clause } = error as { code?: string; message?: string; clause?: string };
  const own = speech.find(`refusal.${code}`) ?? '';
  const theirs = message && message[0]!.toUpperCase() + message.slice(1);
  const detail = own && message && GENERAL.includes(code) ? ` (${message})` : '';
  // The house speaks English, and then says more than we could.
  const told = speech.language === 'en' ? theirs || own : own + detail || theirs;
  return (told || t('common.wentWrong')) + (clause ? ` [${clause}]` : '');
}

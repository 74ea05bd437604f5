// Words in the visitor's language. A file an area, a folder a language; English is always there, but for
// the words of the staff, and the others are fetched when chosen.
import { directionOf, isolated } from './direction';
import { filled, type Message } from './message';

type Words = Record<string, Message>;
export type Values = Record<string, string | number | boolean>;
export type Files = Record<string, { default: Words }>;

export const LANGUAGES = {
  en: 'English',
  zh: '简体中文',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ar: 'العربية',
} as const;
export type Language = keyof typeof LANGUAGES;

/** How each is called where numbers, lists and plurals are made. The house writes no comma before "and",
    and the same digits everywhere: those that are on cards, chips and the wheel. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', zh: 'zh-Hans', es: 'es', fr: 'fr', de: 'de', ar: 'ar-u-nu-latn' };

// Those of staff-words.ts are left out.
const english = import.meta.glob<{ default: Words }>(
  ['./en/*.json', '!./en/{admin,approvals,band,days,dealer,desk,forecast,incidents,log,office,pit,watchdog}.json'],
  { eager: true },
);
const others = {
  zh: import.meta.glob<{ default: Words }>('./zh/*.json'),
  es: import.meta.glob<{ default: Words }>('./es/*.json'),
  fr: import.meta.glob<{ default: Words }>('./fr/*.json'),
  de: import.meta.glob<{ default: Words }>('./de/*.json'),
  ar: import.meta.glob<{ default: Words }>('./ar/*.json'),
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
  readonly direction = $derived(directionOf(this.language));
  private english = $state.raw<Words>(ENGLISH);
  /** Of another language. */
  private own = $state.raw<Words>({});
  private readonly words = $derived<Words>({ ...this.english, ...this.own });

  async use(language: Language): Promise<void> {
    const files = language === 'en' ? [] : await Promise.all(Object.entries(others[language]).map(async ([path, load]) => [path, await load()] as const));
    this.own = flat(Object.fromEntries(files));
    this.language = language;
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
    document.documentElement.dir = directionOf(language);
    localStorage.setItem('language', language);
  }

  /** With the words of the staff. */
  async fetchStaffWords(): Promise<void> {
    const { STAFF_WORDS } = await import('./staff-words');
    this.english = { ...ENGLISH, ...flat(STAFF_WORDS) };
  }

  async begin(): Promise<void> {
    const preferred = [localStorage.getItem('language'), ...navigator.languages];
    const wanted = preferred.map((locale) => locale?.slice(0, 2)).find((language) => language && language in LANGUAGES);
    if (wanted && wanted !== 'en') await this.use(wanted as Language);
  }

  say(key: string, values: Values = {}): string {
    return filled(this.find(key) ?? key, LOCALES[this.language], (name) => {
      const value = values[name];
      return typeof value === 'boolean' ? String(value) : value;
    });
  }

  has(key: string): boolean {
    return key in this.words;
  }

  find(key: string): Message | undefined {
    return this.words[key];
  }
}

export const speech = new Speech();
export const t = (key: string, values?: Values) => speech.say(key, values);
/** Figures and signs that belong together, also in a language that is written from the right. */
export const together = (text: string) => isolated(text, LOCALES[speech.language]);

/** A language as it is called in the visitor's own. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames([LOCALES[speech.language]], { type: 'language' }).of(language) ?? language;

/** A bet by the name people use. */
export function betName(game: string, bet: string): string {
  const [kind = bet, where = ''] = bet.split(':');
  const key = [`bets.${bet}`, `bets.${kind}`].find((candidate) => speech.has(candidate));
  // A bet of another package is called by its id.
  if (!key) return (bet.charAt(0).toUpperCase() + bet.slice(1)).replaceAll('-', ' ');
  return where && key === `bets.${kind}` ? `${t(key)} ${where}` : t(key, { game });
}


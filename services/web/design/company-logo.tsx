import type { PublicCompany } from '@gatehouse/contract/wire';
import { useWebPage } from '#entry/web-page.ts';
import { Monogram } from './monogram.tsx';

/** The path of a public company's logo; undefined: it has none. */
export function publicLogo({ id, logo }: Pick<PublicCompany, 'id' | 'logo'>): string | undefined {
  return logo && `/talent/companies/${id}/logos/${logo}`;
}

/**
 * A company's logo, or its first letter. It says nothing that the name beside it does not say, so what the page's first view needs
 * is loaded before it.
 * @param path below the API's base; undefined: it has none.
 */
export function CompanyLogo({ name, path }: { name: string; path: string | undefined }) {
  const { apiBaseUrl } = useWebPage();
  if (path === undefined) return <Monogram name={name} />;
  return (
    <img
      className="logo"
      src={apiBaseUrl + path}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      fetchPriority="low"
    />
  );
}

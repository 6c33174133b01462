//! Pages as a browser without script gets them: what they say, where they lead, what they send
//! along. Every page goes through the whole application, middlewares included.

use actix_web::http::{StatusCode, header};
use actix_web::{test, web};
use ravenpost::web::{ROUTES, Site, app};

fn site() -> web::Data<Site> {
    web::Data::new(Site { https: true, local_mail: false })
}

#[actix_web::test]
async fn every_answer_has_the_security_headers() {
    let app = test::init_service(app(site())).await;
    let paths = ROUTES.iter().map(|route| route.path.replace(['{', '}'], ""));
    for path in paths.chain(["/no-such-page".to_owned()]) {
        let answer = test::call_service(&app, test::TestRequest::get().uri(&path).to_request());
        let answer = answer.await;
        let said = |name: &str| {
            let value = answer.headers().get(name);
            value.map(|value| value.to_str().expect("headers are text").to_owned())
        };
        let policy = said("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(policy.contains("base-uri 'none'"), "{path}: {policy}");
        assert!(!policy.contains("script-src"), "{path}: {policy}");
        assert_eq!(said("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
        assert_eq!(said("referrer-policy").as_deref(), Some("no-referrer"), "{path}");
        let hsts = said("strict-transport-security").unwrap_or_default();
        assert!(hsts.starts_with("max-age=63072000"), "{path}: {hsts}");
        let keep = said("cache-control").unwrap_or_default();
        assert!(
            path.starts_with("/static") || path == "/favicon.ico" || keep == "no-store",
            "{path}"
        );
    }
}

#[actix_web::test]
async fn a_missing_page_leads_onward() {
    let app = test::init_service(app(site())).await;
    for path in ["/no-such-page", "/titles/no-such-title"] {
        let request = test::TestRequest::get().uri(path).to_request();
        let answer = test::call_service(&app, request).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        let kind = answer.headers().get(header::CONTENT_TYPE).unwrap();
        assert!(kind.to_str().unwrap().starts_with("text/html"));
        let page = String::from_utf8(test::read_body(answer).await.to_vec()).unwrap();
        for onward in ["href=\"/\"", "href=\"/titles\"", "Not here"] {
            assert!(page.contains(onward), "{path}: {onward} in {page}");
        }
    }
}

#[actix_web::test]
async fn a_form_from_another_site_is_refused() {
    let app = test::init_service(app(site())).await;
    let request = test::TestRequest::post()
        .uri("/titles")
        .insert_header(("sec-fetch-site", "cross-site"))
        .to_request();
    let answer = test::call_service(&app, request).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
}

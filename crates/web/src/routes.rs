//! The route table: method, path, access and handler of every route.
//!
//! A route without an access level does not compile. Neither does one whose handler does not take
//! the matching extractor for seats, organisers or admins. `tests/it/pages/access.rs` fails if its
//! table of visitors lacks a route.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, guard, web};

use crate::api::{self, caller};
use crate::http::assets;
use crate::pages::{
    account::{
        address, blocks, colours, held, my_games, next_game, own_data, profile, resubmit, settings,
        sign_in, table_emails, tokens, unsubscribe,
    },
    admin::{self, delivery, health, inbox, outbox},
    game::{
        analysis, catch_up, chat, clock, current, fork, give_order, notes, overview, picture,
        practice_emails, recap, report, rewind, steps, story,
    },
    learn::{about, credits, documents, example, examples, first_game, front_page, titles},
    table::{
        archive, away, change_vote, decline, end_vote, leaving, lobby, open_table, organise,
        practice, seats, vacation,
    },
    verify::{audit, audit_json, draws, export, seals},
};
use crate::shared::access::{Admin, AtTable, Organiser, Playing, Seated, begins};
use crate::shared::layout::redirect;
use crate::shared::route::{Access, Route};
use ravenpost_service::people::tokens::scope::Scope;

/// Checks at compile time that a handler takes the extractor of its access level first. Public
/// routes have none.
macro_rules! asks_who {
    (Playing $handler:path) => {
        begins::<Playing, _, _>(&$handler)
    };
    (Seat $handler:path) => {
        begins::<Seated, _, _>(&$handler)
    };
    (AtTable $handler:path) => {
        begins::<AtTable, _, _>(&$handler)
    };
    (Organiser $handler:path) => {
        begins::<Organiser, _, _>(&$handler)
    };
    (Admin $handler:path) => {
        begins::<Admin, _, _>(&$handler)
    };
    (Api $handler:path) => {
        begins::<caller::Anyone, _, _>(&$handler)
    };
    (ApiReader Read $handler:path) => {
        begins::<caller::Reader, _, _>(&$handler)
    };
    (ApiCaller $scope:ident $handler:path) => {
        begins::<caller::Caller<caller::$scope>, _, _>(&$handler)
    };
    ($other:ident $handler:path) => {};
}

macro_rules! scope {
    () => {
        None
    };
    ($scope:ident) => {
        Some(Scope::$scope)
    };
}

macro_rules! routes {
    ($($method:ident $path:literal $access:ident $(($scope:ident))? $handler:path;)*) => {
        /// Every route of the site.
        pub const ROUTES: &[Route] = &[$(Route {
            method: stringify!($method),
            path: $path,
            access: Access::$access,
            scope: scope!($($scope)?),
        },)*];

        /// Registers the routes with actix.
        pub fn register(config: &mut web::ServiceConfig) {
            $(asks_who!($access $($scope)? $handler);)*
            $(config.route($path, $method().to($handler));)*
            config.app_data(web::Data::new(ROUTES));
            for route in ROUTES {
                if route.is_of_api() {
                    config.route(route.path, web::route().to(other_method));
                } else if route.method == "post" {
                    config.route(route.path, get().to(back));
                }
            }
        }
    };
}

/// Also matches HEAD; the server omits the body.
fn get() -> actix_web::Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// Handles `GET` of an address that only accepts forms, for example when the page with a refusal is
/// reloaded. Redirects to the page of the form, one path segment up.
async fn back(request: HttpRequest) -> HttpResponse {
    let up = request.path().rsplit_once('/').map_or("/", |(up, _)| up);
    redirect(if up.is_empty() { "/" } else { up }, "")
}

/// Handles a method that an address of the API does not support.
async fn other_method(request: HttpRequest) -> HttpResponse {
    let pattern = request.match_pattern();
    let here = ROUTES.iter().filter(|route| pattern.as_deref() == Some(route.path));
    let allowed: Vec<&str> =
        here.map(|route| if route.method == "get" { "GET, HEAD" } else { "POST" }).collect();
    HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, allowed.join(", "))).finish()
}

fn post() -> actix_web::Route {
    web::post()
}

routes! {
    // Routes are matched in this order, so the most frequent ones come first.
    get "/games/{game}" Spectator overview::show;
    get "/games/{game}/picture" Spectator picture::show;
    get "/games/{game}/now" Spectator current::show;
    get "/games/{game}/preview" Playing give_order::look;
    post "/games/{game}/orders" Playing give_order::give;
    get "/static/{hash}/{name}" Anybody assets::file;

    get "/" Anybody front_page::show;
    get "/titles" Anybody titles::list;
    get "/titles/{title}" Anybody titles::title;
    get "/titles/{title}/learn" Anybody documents::learn;
    get "/titles/{title}/tour" Anybody documents::tour;
    get "/titles/{title}/first-game" Anybody first_game::show;
    get "/titles/{title}/examples" Anybody examples::list;
    get "/titles/{title}/examples/{example}" Anybody example::show;
    get "/titles/{title}/rules" Anybody documents::rules;
    get "/titles/{title}/notation" Anybody documents::notation;
    get "/titles/{title}/background" Anybody documents::background;
    get "/titles/{title}/pictures/{picture}" Anybody documents::picture;
    get "/about" Anybody about::show;
    get "/credits" Anybody credits::show;
    get "/seals" Anybody seals::show;
    get "/seals/checkpoint" Anybody seals::checkpoint;
    get "/seals/from/{size}" Anybody seals::from;
    get "/seals/{day}" Anybody seals::text;

    get "/sign-in" Anybody sign_in::show;
    post "/sign-in" Anybody sign_in::ask;
    post "/sign-in/code" Anybody sign_in::code;
    get "/sign-in/code" Anybody sign_in::again;
    get "/sign-in/{token}" Anybody sign_in::look;
    post "/sign-in/{token}" Anybody sign_in::enter;
    post "/sign-out" Anybody sign_in::sign_out;
    get "/settings" SignedIn settings::show;
    post "/settings" SignedIn settings::save;
    post "/settings/sessions" SignedIn settings::end_sessions;
    get "/settings/data" SignedIn own_data::download;
    get "/settings/delete" SignedIn own_data::ask;
    post "/settings/delete" SignedIn own_data::delete;
    get "/settings/tables" SignedIn table_emails::show;
    post "/settings/tables" SignedIn table_emails::save;
    get "/settings/tokens" SignedIn tokens::show;
    post "/settings/tokens" SignedIn tokens::create;
    post "/settings/tokens/revoke" SignedIn tokens::revoke;
    get "/held" SignedIn held::show;
    get "/kept" SignedIn resubmit::show;
    post "/held/{email}" SignedIn held::decide;
    post "/settings/address" SignedIn address::ask;
    post "/settings/address/finish" SignedIn address::finish;
    get "/address/{token}" Anybody address::look;
    post "/address/{token}" Anybody address::answer;
    get "/stop/{token}" Anybody unsubscribe::look;
    post "/stop/{token}" Anybody unsubscribe::stop;
    get "/colours" Anybody colours::show;
    post "/colours" Anybody colours::choose;

    get "/practice" Anybody practice::resume;
    post "/practice" Anybody practice::start;
    get "/players/{name}" Anybody profile::show;
    post "/players/{name}/block" SignedIn blocks::change;
    get "/games" Anybody lobby::lobby;
    get "/archive" Anybody archive::show;
    get "/my-games" SignedIn my_games::show;
    get "/next" SignedIn next_game::go;
    get "/open" SignedIn open_table::show;
    post "/open" SignedIn open_table::open;
    get "/join/{token}" Anybody seats::invitation;
    post "/join/{token}" SignedIn seats::accept;
    get "/join/{token}/decline" Anybody decline::show;
    post "/join/{token}/decline" Anybody decline::decline;

    get "/games/{game}/log" Spectator steps::show;
    get "/games/{game}/clock" Spectator clock::show;
    get "/games/{game}/audit" Spectator audit::show;
    get "/games/{game}/audit.json" Spectator audit_json::show;
    get "/games/{game}/luck" Spectator draws::show;
    get "/games/{game}/saga" Spectator story::show;
    get "/games/{game}/saga/{picture}" Spectator story::map;
    get "/games/{game}/export" Spectator export::show;
    get "/games/{game}/fork" SignedIn fork::show;
    post "/games/{game}/fork" SignedIn fork::fork;
    get "/games/{game}/think" Playing analysis::show;
    get "/games/{game}/catch-up" Playing catch_up::show;
    get "/games/{game}/days" Seat recap::show;
    get "/games/{game}/days/{picture}" Spectator recap::picture;
    post "/games/{game}/take-back" Playing give_order::take_back;
    post "/games/{game}/extend" Seat clock::extend;
    post "/games/{game}/nudge" Seat clock::nudge;
    post "/games/{game}/keep" AtTable seats::keep;
    post "/games/{game}/away" Seat away::away;
    post "/games/{game}/back" Seat away::back;
    post "/games/{game}/vacation" Seat vacation::book;
    post "/games/{game}/returned" Seat vacation::end;
    get "/games/{game}/rewind" AtTable rewind::show;
    post "/games/{game}/rewind" AtTable rewind::propose;
    get "/games/{game}/end" AtTable end_vote::show;
    post "/games/{game}/end" AtTable end_vote::propose;
    get "/games/{game}/change" AtTable change_vote::show;
    post "/games/{game}/change" AtTable change_vote::propose;
    post "/games/{game}/vote" AtTable rewind::vote;
    post "/games/{game}/withdraw" AtTable rewind::withdraw;
    get "/games/{game}/talk" Seat chat::show;
    post "/games/{game}/talk" Seat chat::say;
    post "/games/{game}/mute" Seat chat::mute;
    get "/games/{game}/report" Seat report::show;
    post "/games/{game}/report" Seat report::report;
    post "/games/{game}/read" Seat chat::read;
    post "/games/{game}/note" Seat notes::note;
    post "/games/{game}/emails" Seat practice_emails::choose;
    // Open to every signed-in player, so that a repeated request of a player who has left succeeds.
    // The service checks the seat.
    get "/games/{game}/leave" SignedIn leaving::show;
    post "/games/{game}/leave" SignedIn leaving::leave;
    post "/games/{game}/return" SignedIn leaving::take_back;
    post "/games/{game}/join" SignedIn seats::join;
    post "/games/{game}/wish" SignedIn seats::change_preference;
    post "/games/{game}/link" AtTable seats::link;
    post "/games/{game}/invite" AtTable seats::invite;
    post "/games/{game}/bot" Organiser seats::bot;
    post "/games/{game}/close" Organiser seats::close;
    get "/games/{game}/organise" Organiser organise::show;
    post "/games/{game}/organise" Organiser organise::act;

    get "/outbox" LocalMail outbox::list;
    get "/outbox/{email}" LocalMail outbox::email;
    get "/outbox/{email}/html" LocalMail outbox::framed;
    post "/outbox/{email}/answer" LocalMail outbox::answer;

    get "/admin" Admin admin::overview::show;
    get "/admin/people" Admin admin::people::show;
    get "/admin/people/{player}" Admin admin::person::show;
    post "/admin/people/{player}/account" Admin admin::person::change;
    post "/admin/people/{player}/name" Admin admin::person::rename;
    post "/admin/people/{player}/erase" Admin admin::person::erase;
    get "/admin/tables" Admin admin::tables::show;
    get "/admin/invitations" Admin admin::invitations::show;
    post "/admin/invitations" Admin admin::invitations::invite;
    post "/admin/invitations/revoke" Admin admin::invitations::revoke;
    post "/admin/invitations/sign-up" Admin admin::invitations::set_sign_up;
    get "/admin/site" Admin admin::site::show;
    post "/admin/site" Admin admin::site::save;
    get "/admin/backups" Admin admin::backups::show;
    post "/admin/backups" Admin admin::backups::verify;
    get "/admin/limits" Admin admin::limits::show;
    post "/admin/limits" Admin admin::limits::set_log_level;
    get "/admin/reports" Admin admin::reports::show;
    post "/admin/reports/{report}" Admin admin::reports::close;
    get "/admin/log" Admin admin::log::show;
    get "/admin/outbound" Admin delivery::show;
    post "/admin/outbound/{email}" Admin delivery::again;
    get "/admin/inbound" Admin inbox::show;
    post "/admin/inbound/{email}" Admin inbox::again;

    get "/api" Anybody api::describe::page::show;
    get "/api/v1" Api api::about::server;
    get "/api/v1/openapi.json" Api api::describe::openapi::show;
    get "/api/v1/schema/events" Api api::describe::schema::events;
    get "/api/v1/schema/views" Api api::describe::schema::views;
    get "/api/v1/titles" Api api::about::titles;
    get "/api/v1/titles/{title}" Api api::about::title;
    get "/api/v1/me" ApiCaller(Read) api::lists::me;
    get "/api/v1/me/games" ApiCaller(Read) api::lists::my_games;
    get "/api/v1/me/pending" ApiCaller(Read) api::lists::pending;
    get "/api/v1/me/events" ApiCaller(Read) api::stream::show;
    get "/api/v1/me/blocks" ApiCaller(Chat) api::blocks::list;
    post "/api/v1/me/blocks" ApiCaller(Chat) api::blocks::add;
    post "/api/v1/me/blocks/remove" ApiCaller(Chat) api::blocks::remove;
    get "/api/v1/games" Api api::lists::lobby;
    post "/api/v1/games" ApiCaller(Table) api::table::open;
    get "/api/v1/games/{game}" ApiReader(Read) api::game::show;
    get "/api/v1/games/{game}/events" ApiReader(Read) api::events::show;
    get "/api/v1/games/{game}/log" ApiReader(Read) api::events::log;
    get "/api/v1/games/{game}/audit" ApiReader(Read) api::verify::audit;
    get "/api/v1/games/{game}/fairness" ApiReader(Read) api::verify::fairness;
    get "/api/v1/games/{game}/export" ApiReader(Read) api::verify::export;
    get "/api/v1/games/{game}/board.svg" ApiReader(Read) api::board::show;
    get "/api/v1/games/{game}/clock" ApiReader(Read) api::clock::show;
    post "/api/v1/games/{game}/clock/extend" ApiCaller(Clock) api::clock::extend;
    post "/api/v1/games/{game}/clock/pause" ApiCaller(Clock) api::clock::pause;
    get "/api/v1/games/{game}/orders" ApiCaller(Play) api::orders::show;
    post "/api/v1/games/{game}/orders" ApiCaller(Play) api::orders::give;
    post "/api/v1/games/{game}/preview" ApiCaller(Play) api::orders::preview;
    post "/api/v1/games/{game}/analyse" ApiCaller(Play) api::analysis::analyse;
    post "/api/v1/games/{game}/undo" ApiCaller(Play) api::orders::undo;
    get "/api/v1/games/{game}/chat" ApiCaller(Chat) api::chat::show;
    post "/api/v1/games/{game}/chat" ApiCaller(Chat) api::chat::say;
    post "/api/v1/games/{game}/chat/read" ApiCaller(Chat) api::chat::mark_read;
    get "/api/v1/games/{game}/notes" ApiCaller(Chat) api::chat::notes;
    post "/api/v1/games/{game}/notes" ApiCaller(Chat) api::chat::note;
    post "/api/v1/games/{game}/join" ApiCaller(Table) api::table::join;
    post "/api/v1/games/{game}/leave" ApiCaller(Table) api::table::leave;
    post "/api/v1/games/{game}/link" ApiCaller(Table) api::table::invite::link;
    post "/api/v1/games/{game}/invite" ApiCaller(Table) api::table::invite::invite;
    post "/api/v1/games/{game}/bot" ApiCaller(Table) api::table::invite::bot;
    post "/api/v1/games/{game}/close" ApiCaller(Table) api::table::invite::close;
    post "/api/v1/games/{game}/rewind" ApiCaller(Play) api::votes::rewind;
    post "/api/v1/games/{game}/end" ApiCaller(Play) api::votes::end;
    post "/api/v1/games/{game}/vote" ApiCaller(Play) api::votes::vote;
    post "/api/v1/games/{game}/withdraw" ApiCaller(Play) api::votes::withdraw;

    get "/favicon.ico" Anybody assets::favicon;
    get "/robots.txt" Anybody assets::robots;
    get "/healthz" Anybody health::alive;
    get "/readyz" Anybody health::ready;
    get "/readyz/pages" Anybody health::ready_for_pages;
}

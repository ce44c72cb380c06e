from django.urls import path

from operations.views import accounts, events, overview, password

urlpatterns = [
    path("operate", overview.overview, name="operate"),
    path("operate/accounts", accounts.accounts_page, name="operate_accounts"),
    path("operate/accounts/<uuid:account_id>", accounts.account_page, name="operate_account"),
    path("my/password", password.password_page, name="change_password"),
    path("operate/events/<slug:slug>", events.cancel_page, name="operate_event"),
]

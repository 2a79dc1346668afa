/// A notification, ready to be shown.
package struct BannerViewModel {
    package let title: String
    package let text: String
}

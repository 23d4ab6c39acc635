// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Where fees come in and go out on a chain
interface IFeesPlug {
    /// @notice Takes `amount` of a whitelisted token from the caller, for credits of `receiver` on the gateway chain.
    function depositCredit(address token, address receiver, uint256 amount) external;

    /// @notice The same, but a tenth becomes native tokens of the gateway chain.
    function depositCreditAndNative(address token, address receiver, uint256 amount) external;

    /// @notice The same, but all of it becomes native tokens of the gateway chain.
    function depositToNative(address token, address receiver, uint256 amount) external;

    /// @notice Pays a withdrawal. Only through the socket, for the fees manager.
    function withdrawFees(address token, address receiver, uint256 amount) external;

    /// @notice Pays a transmitter. Only through the socket, for the fees manager.
    function distributeFee(address token, address transmitter, uint256 amount) external;

    function isTokenWhitelisted(address token) external view returns (bool);

    /// @notice A deposit came in. The gateway chain credits `creditAmount` to `receiver`, and pays `nativeAmount` in
    /// its native token, once the watcher has seen this event.
    event FeesDeposited(address token, address receiver, uint256 creditAmount, uint256 nativeAmount);
    /// @notice A withdrawal of credits was paid out on this chain.
    event FeesWithdrawn(address token, address receiver, uint256 amount);
    /// @notice A transmitter was paid for a request that is over.
    event FeesDistributed(address token, address transmitter, uint256 amount);

    /// @notice The token is not accepted as a fee. Deposit one for which `isTokenWhitelisted` is true.
    error TokenNotWhitelisted(address token);
}

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

    event FeesDeposited(address token, address receiver, uint256 creditAmount, uint256 nativeAmount);
    event FeesWithdrawn(address token, address receiver, uint256 amount);
    event FeesDistributed(address token, address transmitter, uint256 amount);

    error TokenNotWhitelisted(address token);
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFeesPlug} from "../../../gateway/interfaces/IFeesPlug.sol";
import {IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";

/// @title Fee deposits and payouts of a chain
/// @notice It is connected to the fees manager as a plug is to its app gateway, so the socket rejects payloads of
/// others.
contract FeesPlug is IFeesPlug {
    using SafeERC20 for IERC20;

    /// @dev `depositCreditAndNative` converts one tenth of a deposit to native tokens.
    uint256 private constant NATIVE_SHARE = 10;

    IGatewaySocket public immutable socket__;
    /// @inheritdoc IFeesPlug
    mapping(address token => bool) public isTokenWhitelisted;

    error NotSocket(address caller);

    modifier onlySocket() {
        if (msg.sender != address(socket__)) revert NotSocket(msg.sender);
        _;
    }

    /// @param tokens Tokens to whitelist, with 18 decimals like credits.
    constructor(IGatewaySocket socket_, address feesManager, address[] memory tokens) {
        socket__ = socket_;
        for (uint256 i = 0; i < tokens.length; i++) isTokenWhitelisted[tokens[i]] = true;
        socket_.connect(bytes32(uint256(uint160(feesManager))), address(0));
    }

    /// @inheritdoc IFeesPlug
    function depositCredit(address token, address receiver, uint256 amount) external {
        _deposit(token, receiver, amount, 0);
    }

    /// @inheritdoc IFeesPlug
    function depositCreditAndNative(address token, address receiver, uint256 amount) external {
        uint256 nativeAmount = amount / NATIVE_SHARE;
        _deposit(token, receiver, amount - nativeAmount, nativeAmount);
    }

    /// @inheritdoc IFeesPlug
    function depositToNative(address token, address receiver, uint256 amount) external {
        _deposit(token, receiver, 0, amount);
    }

    /// @inheritdoc IFeesPlug
    function withdrawFees(address token, address receiver, uint256 amount) external onlySocket {
        IERC20(token).safeTransfer(receiver, amount);
        emit FeesWithdrawn(token, receiver, amount);
    }

    /// @inheritdoc IFeesPlug
    function distributeFee(address token, address transmitter, uint256 amount) external onlySocket {
        IERC20(token).safeTransfer(transmitter, amount);
        emit FeesDistributed(token, transmitter, amount);
    }

    function _deposit(address token, address receiver, uint256 creditAmount, uint256 nativeAmount) private {
        if (!isTokenWhitelisted[token]) revert TokenNotWhitelisted(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), creditAmount + nativeAmount);
        emit FeesDeposited(token, receiver, creditAmount, nativeAmount);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase, IsPlug} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {OwnedToken} from "./OwnedToken.sol";

/// @dev The token's functions as they are called on its forwarders.
interface IOwnedToken {
    function mint(address to, uint256 amount) external;
    function burn(address from, uint256 amount) external;
}

/// @title App gateway of a token with an owner
contract TokenApp is AppGatewayBase, Ownable {
    struct Order {
        address from;
        address to;
        uint32 fromChainSlug;
        uint32 toChainSlug;
        uint256 amount;
    }

    bytes32 public token = _createContractId("token");

    event Transferred(uint40 requestCount);

    constructor(address addressResolver_, uint256 fees_, address owner_) Ownable(owner_) {
        bytes memory args = abi.encode("Board money", "BRD", uint8(6), owner_, uint256(1_000_000));
        creationCodeWithArgs[token] = abi.encodePacked(type(OwnedToken).creationCode, args);
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function deployContracts(uint32 chainSlug_) external async onlyOwner {
        _deploy(token, chainSlug_, IsPlug.YES);
    }

    function transfer(bytes calldata order_) external async onlyOwner {
        Order memory order = abi.decode(order_, (Order));
        IOwnedToken(forwarderAddresses[token][order.fromChainSlug]).burn(order.from, order.amount);
        IOwnedToken(forwarderAddresses[token][order.toChainSlug]).mint(order.to, order.amount);
        emit Transferred(_getCurrentRequestCount());
    }

    function withdraw(uint32 chainSlug_, address token_, uint256 amount_, address receiver_) external onlyOwner {
        _withdrawCredits(chainSlug_, token_, amount_, receiver_);
    }
}
